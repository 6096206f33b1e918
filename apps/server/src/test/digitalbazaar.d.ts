declare module "@digitalbazaar/vc" {
  type Loader = (url: string) => Promise<unknown>;
  type Judged = {
    verified: boolean;
    error?: Error & { errors?: Error[] };
    statusResult?: { verified: boolean; results?: { status: boolean }[] };
  };
  export const defaultDocumentLoader: Loader;
  export function verifyCredential(options: object): Promise<Judged>;
}

declare module "@digitalbazaar/vc-bitstring-status-list" {
  export function checkStatus(options: object): Promise<object>;
  export function createList(options: { length: number }): Promise<{
    setStatus(index: number, status: boolean): void;
    encode(): Promise<string>;
  }>;
}

declare module "@digitalbazaar/data-integrity" {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: object });
  }
}

declare module "@digitalbazaar/eddsa-rdfc-2022-cryptosuite" {
  export const cryptosuite: object;
}

declare module "@digitalbazaar/eddsa-jcs-2022-cryptosuite" {
  export function createVerifyCryptosuite(): object;
}
