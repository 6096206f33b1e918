import { readToken } from "../../lib/session.ts";
import { useUploads } from "../../lib/use-uploads.ts";
import { homeworkClient, lessonClient } from "./client.ts";

/** Files to hand in, on their way. */
export function useOwnUploads({ courseId, place }: { courseId: string; place: string }) {
  return useUploads({
    place,
    start: (file) => homeworkClient.startUpload({ courseId, ...file }),
    read: (fileId) => lessonClient.upload({ fileId }),
    headers: () => ({ authorization: `Bearer ${readToken()}` }),
  });
}
