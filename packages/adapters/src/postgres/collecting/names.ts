/** Without marks and case, the same on every engine: the order of lists, and what texts are looked for in. */
export const sortName = (name: string): string => name.replace(/[™®©℠]/g, "").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

/** What two spellings of a film's title have in common, as the watching room compares them: letters and digits. */
export const matchTitle = (title: string): string => {
  const bare = sortName(title).replace(/&/g, " and ").replace(/[^\p{L}\p{N}]+/gu, "")
  return bare === "" ? title : bare
}
