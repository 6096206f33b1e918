/** What a picture carries. `broken` tells why it cannot be read. */
export type PictureParts = {
  broken: string | null;
  credential: string | null;
  seal: { text: string; start: number; end: number } | null;
  /** Where the picture ends; what follows is not part of it. */
  end: number;
};

export function brokenPicture(why: string): PictureParts {
  return { broken: why, credential: null, seal: null, end: 0 };
}
