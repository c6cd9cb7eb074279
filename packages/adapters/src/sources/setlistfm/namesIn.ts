const before = /^\s*(?:concert|gig|show|live(?: music)?)\s*[:–—-]\s*/i
const behind = /\s+(?:\(?(?:live )?(?:in )?concert\)?|live)\s*$/i
const place = /\s+(?:live\s+)?(?:at|@)\s+\S.*$/i
const more = /\s+[-–—|(:]\s*\S.*$|:\s+\S.*$/

/** What the artist may be called in a title: the title itself, then without what people write around a name in a calendar. */
export const namesIn = (title: string): ReadonlyArray<string> => {
  const bare = title.replace(before, "").replace(place, "").replace(more, "").replace(behind, "").trim()
  return bare === "" || bare === title ? [title] : [title, bare]
}
