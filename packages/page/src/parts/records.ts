import { declaredDomains } from "../api/declared.js"
import { to } from "../router/location.js"

/** Names of the domains as a person reads them. */
export const domainTitles: Readonly<Record<string, string>> = {
  listening: "Listening",
  running: "Running",
  watching: "Watching",
  collecting: "Shelf",
  reading: "Reading",
  attending: "Attending"
}

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

const pathOf = (domain: string, type: string): string | undefined =>
  declaredDomains.some(({ name, record }) => name === domain && record.name === type) ? `/${domain}/` : addresses[type]

/** The page of a record in the feed or in a search, if it has one. */
export const recordAddress = (domain: string, type: string, id: string): string | undefined => {
  const path = pathOf(domain, type)
  return path === undefined || !/^-?\d+$/.test(id) ? undefined : to(`${path}${id}`)
}
