import type { Material } from "@shoreline/contract";
import { isShownInPage } from "@shoreline/domain/lesson-file";
import { asc, desc, eq, type SQL } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { material } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { linkTo, type Person } from "./link.ts";

type Links = Pick<Deps, "clock"> & { db: Db };
export type MaterialRow = {
  material: typeof material.$inferSelect;
  file: { name: string; type: string; bytes: number } | null;
};

export const materialColumns = {
  material,
  file: { name: lessonFile.name, type: lessonFile.type, bytes: lessonFile.bytes },
};

/** For one person: files have links that nobody else can use for long. */
export async function showMaterial(links: Links, { material: one, file }: MaterialRow, who: Person): Promise<Material> {
  const { id, kind, name, text, language, addedAt, fileId } = one;
  const url = fileId && file ? await linkTo(links, { fileId, name: file.name, who }) : one.url;
  return {
    ...{ materialId: id, kind, name, url, text, language, bytes: file?.bytes ?? null },
    ...{ isShown: file !== null && isShownInPage(file.type), addedAt: addedAt.toISOString() },
  };
}

type Asked = { where: SQL | undefined; who: Person; order?: "earliest" | "latest"; most?: number };

export async function listMaterials(
  links: Links,
  { where, who, order = "earliest", most = 200 }: Asked,
): Promise<Material[]> {
  const along = order === "earliest" ? asc : desc;
  const rows = await links.db
    .select(materialColumns)
    .from(material)
    .leftJoin(lessonFile, eq(lessonFile.id, material.fileId))
    .where(where)
    .orderBy(along(material.addedAt), along(material.id))
    .limit(most);
  return Promise.all(rows.map((row) => showMaterial(links, row, who)));
}
