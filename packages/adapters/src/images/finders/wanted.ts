import type { Candidate, ImageWant } from "@daybook/core/images"

/** A picture may wait for a later drain; whoever cannot be asked soon is left alone until then. */
export const patienceMs = 6_000

/** What a want says under the first of some names; undefined where it says nothing. */
export const hintOf = ({ hints }: ImageWant, ...names: ReadonlyArray<string>): string | undefined =>
  names.map((name) => hints[name]?.trim()).find((value) => value !== undefined && value !== "")

/** The artist and the title of a record that is looked for. */
export const recordOf = (want: ImageWant) => ({ artist: hintOf(want, "artist"), title: hintOf(want, "album", "title") })

const isWebAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** Candidates of addresses, without those that are none. */
export const candidates = (source: string, urls: ReadonlyArray<string | null | undefined>, side: number | null = null): ReadonlyArray<Candidate> =>
  urls.flatMap((url) => typeof url === "string" && isWebAddress(url) ? [{ source, url, width: side, height: side }] : [])
