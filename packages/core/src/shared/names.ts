/** Lower case without diacritics, the same on every engine. NFKD turns ™ and ℠ into letters. */
export const withoutMarks = (name: string): string => name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
