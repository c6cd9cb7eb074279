/** Without marks and case, the same on every engine: the order of lists, and what texts are looked for in. */
export const sortName = (name: string): string => name.replace(/[™®©℠]/g, "").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
