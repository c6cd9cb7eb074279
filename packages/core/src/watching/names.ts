/** The order that lists by title use: without marks and case, and without a leading article. */
export const sortTitle = (title: string): string => plain(title).replace(/^(the|an|a) (?=.)/, "")

/** What two spellings of one title have in common: letters and digits; a title of nothing else stands for itself. */
export const matchTitle = (title: string): string => {
  const bare = plain(title).replace(/&/g, " and ").replace(/[^\p{L}\p{N}]+/gu, "")
  return bare === "" ? title : bare
}

const plain = (title: string): string => title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
