export function topicsPath(collectionId: string): string {
  return `/mcq/topics/${encodeURIComponent(collectionId)}`;
}

export function testPath({ collectionId, topic }: { collectionId: string; topic: string }): string {
  return `/mcq/test/${encodeURIComponent(collectionId)}/${encodeURIComponent(topic)}`;
}
