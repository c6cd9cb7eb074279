/** The listening room's artist of a performer: by MusicBrainz's id, else by name. */
export const artistOf = (performer: string): string => `(
  SELECT artist.id FROM listening_artists AS artist
  WHERE (artist.mbid = ${performer}.mbid OR artist.match_name = ${performer}.match_name) AND artist.heard AND NOT artist.hidden
  ORDER BY artist.mbid = ${performer}.mbid DESC NULLS LAST, artist.id LIMIT 1)`
