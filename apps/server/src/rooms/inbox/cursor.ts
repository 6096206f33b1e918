export { cutPage, inTime, isAfter, isBefore, notAnEnd, readCursor, writeCursor } from "../../db/cursor.ts";
