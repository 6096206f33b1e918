export const standing = {};
