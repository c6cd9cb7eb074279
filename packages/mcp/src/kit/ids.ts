import type { BuiltInDomain } from "@daybook/core"

/** A record as tools name it: `domain/type/id`. */
export interface RecordRef {
  readonly domain: string
  readonly type: string
  readonly id: number
}

export const idOf = (domain: string, type: string, id: number | string): string => `${domain}/${type}/${id}`

/** An id that may be unknown. */
export const idIfAny = (domain: BuiltInDomain, type: string, id: number | null | undefined): string | null =>
  id === null || id === undefined ? null : idOf(domain, type, id)

/** How the names of domains are written. */
const namePattern = /^[a-z][a-z0-9_]{0,30}$/

/** Reads an id; undefined for other texts. */
export const readId = (text: string): RecordRef | undefined => {
  const [domain, type, id, ...rest] = text
    .trim()
    .replace(/^daybook:\/\/record\//, "")
    .split("/")
  return namePattern.test(domain ?? "") && type !== undefined && rest.length === 0 && /^-?\d{1,16}$/.test(id ?? "")
    ? { domain: domain!, type, id: Number(id) }
    : undefined
}

export const recordUri = (id: string): string => `daybook://record/${id}`
