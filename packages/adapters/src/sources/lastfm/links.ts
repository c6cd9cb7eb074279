const site = "https://www.last.fm/music/"

/** A name as the site writes it in its addresses: spaces as plus signs. */
const part = (name: string): string => encodeURIComponent(name).replace(/%20/g, "+").replace(/'/g, "%27")

const artistUrl = (artist: string): string => site + part(artist)

const trackUrl = (artist: string, track: string): string => `${artistUrl(artist)}/_/${part(track)}`

const ofTrack = /^(https?:\/\/[^/]+\/(?:[^/]+\/)?music\/[^/?#]+)\/_\/[^/?#]+/

/** The pages of a play. The artist's is taken from the track's where that is written as the site does. */
export const linksOf = (names: { readonly artist: string; readonly album: string | null; readonly track: string }, given: string | null) => {
  const artist = ofTrack.exec(given ?? "")?.[1] ?? artistUrl(names.artist)
  return {
    artist,
    album: names.album === null ? null : `${artist}/${part(names.album)}`,
    track: given !== null && /^https?:\/\//.test(given) ? given : trackUrl(names.artist, names.track)
  }
}
