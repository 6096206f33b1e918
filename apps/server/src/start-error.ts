/** Something the person who starts the product can mend: shown as plain lines, without a stack, exit code 1. */
export class StartError extends Error {}
