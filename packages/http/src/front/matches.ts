/** True where `If-None-Match` names the answer's ETag, or any (RFC 9110 §13.1.2: compared weakly). */
export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag || header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag))
