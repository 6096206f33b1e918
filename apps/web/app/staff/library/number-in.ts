/** An empty field, or one with letters, is not a number: the server says so. */
export const numberIn = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN);
