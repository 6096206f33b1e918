type Json = { [name: string]: unknown };

/** What 1EdTech's public validator of Open Badges 3.0 asks for, as far as its source says. Returns what is wrong. */
export function faultsOf1EdTech(credential: Json, now: Date): string[] {
  const wrong: string[] = [];
  const need = (isRight: unknown, what: string) => {
    if (!isRight) wrong.push(what);
  };
  const contexts = list(credential["@context"]);
  need(contexts[0] === "https://www.w3.org/ns/credentials/v2", "the first context");
  need(
    /^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context(-\d\.\d\.\d)?\.json$/.test(`${contexts[1]}`),
    "the second context",
  );
  need(hasType(credential, "VerifiableCredential") && hasType(credential, "OpenBadgeCredential"), "the type");
  need(URL.canParse(`${credential.id}`), "the id");
  need(Date.parse(`${credential.validFrom}`) <= now.getTime(), "validFrom");
  const issuer = record(credential.issuer);
  need(issuer.id && hasType(issuer, "Profile"), "the issuer");
  const subject = record(credential.credentialSubject);
  need(hasType(subject, "AchievementSubject"), "the type of the subject");
  need(subject.id || list(subject.identifier).length > 0, "the subject is nobody");
  for (const each of list(subject.identifier).map(record))
    need(
      each.type === "IdentityObject" && typeof each.hashed === "boolean" && each.identityHash && each.identityType,
      "an identifier",
    );
  const achievement = record(subject.achievement);
  need(hasType(achievement, "Achievement"), "the type of the achievement");
  for (const name of ["id", "name", "description"]) need(achievement[name], `achievement.${name}`);
  const criteria = record(achievement.criteria);
  need(criteria.id || criteria.narrative, "the criteria");
  for (const each of list(credential.evidence).map(record)) need(hasType(each, "Evidence"), "the evidence");
  for (const each of list(credential.credentialStatus).map(record))
    need(
      each.id && each.statusPurpose && each.statusListCredential && /^\d+$/.test(`${each.statusListIndex}`),
      "the status",
    );
  for (const each of list(credential.credentialSchema).map(record))
    need(
      each.type !== "1EdTechJsonSchemaValidator2019" ||
        contexts.includes("https://purl.imsglobal.org/spec/ob/v3p0/extensions.json"),
      "the context of the schema's type",
    );
  // It looks at the first proof only.
  const proof = list(credential.proof).map(record)[0] ?? {};
  need(proof.type === "DataIntegrityProof" && proof.cryptosuite === "eddsa-rdfc-2022", "the first proof");
  need(`${proof.verificationMethod}`.split("#")[0] === issuer.id, "the key is not the issuer's");
  return wrong;
}

function list(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat();
}

function record(value: unknown): Json {
  return (value ?? {}) as Json;
}

function hasType(value: Json, type: string): boolean {
  return list(value.type).includes(type);
}
