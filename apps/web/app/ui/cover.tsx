import { cover } from "./offer.module.css";

/** The picture at the top of a card that offers a course. */
export function Cover({ picture }: { picture: string }) {
  return <img src={widePicture(picture)} alt="" width="600" height="240" className={cover} />;
}

/** The product's covers have a wide version: the same drawing with more of it at the sides. */
function widePicture(address: string): string {
  return /^\/pictures\/.*\.svg$/.test(address) ? `${address}#svgView(viewBox(-140,0,600,240))` : address;
}
