/** The token of an `Authorization: Bearer …` header; the scheme in any case (contract §0.2). */
export const bearer = (header: string | undefined): string | undefined =>
  header !== undefined && header.length > 7 && header.length < 512 && header.slice(0, 7).toLowerCase() === "bearer "
    ? header.slice(7).trim()
    : undefined
