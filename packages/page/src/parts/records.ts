import { declaredDomains } from "../api/declared.js"
import { to } from "../router/location.js"

/** Names of all domains as a person reads them. */
export const domainTitles: Readonly<Record<string, string>> = {
  listening: "Listening",
  running: "Running",
  watching: "Watching",
  collecting: "Shelf",
  reading: "Reading",
  attending: "Attending",
  ...Object.fromEntries(declaredDomains.map(({ name, title }) => [name, title]))
}

/** The name of a domain, also of one that is no longer declared. */
export const titleOfDomain = (domain: string): string => domainTitles[domain] ?? domain

const addresses: Readonly<Record<string, string>> = {
  artist: "/listening/artists/",
  album: "/listening/albums/",
  activity: "/running/",
  movie: "/watching/films/",
  show: "/watching/shows/",
  release: "/collecting/",
  media: "/collecting/discs/",
  article: "/reading/",
  event: "/attending/"
}

interface Subject {
  readonly domain: string
  readonly entity_type: string
  readonly entity_id: string
}

/** The page of a record in the feed or in a search, if it has one. Of a declared domain, the main records have one. */
export const recordAddress = (
  { domain, entity_id: id, entity_type: type }: Subject,
  declared = declaredDomains
): string | undefined => {
  if (!/^-?\d+$/.test(id)) return undefined
  const own = declared.find(({ name }) => name === domain)
  if (own !== undefined) return own.record.name === type ? to(`/${domain}/${id}`) : undefined
  return addresses[type] === undefined ? undefined : to(`${addresses[type]}${id}`)
}
