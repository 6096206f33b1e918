import { utf8 } from "../bytes.ts";
import { sampleCredential, sampleInstitute, signCredential, signJwt } from "./sample-institute.ts";
import { signedPdf } from "./sample-pdf.ts";
import { bakedPng, bakedSvg } from "./sample-pictures.ts";

/** One certificate in all the forms in which the institute hands it out. */
export async function sampleFiles(institute?: Awaited<ReturnType<typeof sampleInstitute>>) {
  const { ed, ec, trusted } = institute ?? (await sampleInstitute());
  const credential = sampleCredential();
  const signed = await signCredential(credential, ed);
  const text = JSON.stringify(signed, null, 2);
  const jwt = await signJwt(credential, ec);
  const bundle = {
    "@context": ["https://www.w3.org/ns/credentials/v2"],
    type: ["VerifiablePresentation"],
    verifiableCredential: [signed],
  };
  return {
    trusted,
    ed,
    ec,
    credential,
    signed,
    text,
    jwt,
    files: {
      json: utf8(text),
      jwt: utf8(jwt),
      bundle: utf8(JSON.stringify(bundle)),
      png: await bakedPng(text, ed),
      svg: await bakedSvg(text, ed),
      pdf: await signedPdf({ json: text, jwt }, ec),
    },
  };
}
