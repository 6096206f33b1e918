/** What a field accepts, in words: shown below its error. */

export const emailHint = "An address such as asha@example.com";
export const numberHint = "Ten digits";
export const wholeNumberHint = "The whole number, digits only";
export const lettersHint = "Letters only";
export const nameHint = "Letters only, at least three";
export const fullNameHint = "Letters and spaces, at least three letters first";
export const wordsHint = "Letters only, at least three in each word";
export const enquiryEmailHint = "Letters, digits and one dot before the @, small letters after it";
export const resultNameHint = "Letters and spaces only, at least three";
export const questionHint = "Your question in a few words";
