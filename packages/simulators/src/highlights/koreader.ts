import type { SavingAccount } from "../saves/SavingAccount.js"

/** The JSON export of KOReader, of all books or of the only one. The order of the members is not defined. */
export const koreaderExport = (
  { links, marks }: SavingAccount,
  options: { readonly isSingle?: boolean } = {}
): string => {
  const books = links.map(({ id, title }) => ({
    entries: marks
      .filter(({ link }) => link === id)
      .map(({ at, id: mark, note, text }) => ({
        sort: "highlight",
        page: Number(mark) * 10,
        time: at,
        text,
        ...(note === "" ? {} : { note }),
        chapter: "1",
        drawer: "lighten",
        color: "yellow"
      })),
    number_of_pages: 412,
    title,
    author: "Ina Vale\nBo Tarn",
    file: "/mnt/us/x.epub",
    md5sum: "0123456789abcdef0123456789abcdef"
  }))
  const end = { created_on: 1_741_650_000, version: "json/1.0.0" }
  return JSON.stringify(options.isSingle === true ? { ...books[0], ...end } : { ...end, documents: books })
}
