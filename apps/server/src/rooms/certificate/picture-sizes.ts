export const pictureSizes = { large: { width: 1400, quality: 70 }, small: { width: 720, quality: 75 } };

export type PictureSize = keyof typeof pictureSizes;
