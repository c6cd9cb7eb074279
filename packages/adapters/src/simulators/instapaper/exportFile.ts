import { Effect } from "effect"
import type { AccountControl } from "./Account.js"

const quoted = (text: string): string => /[",\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text

/** The account as instapaper.com/user exports it; `tags` adds the column that came in 2024. */
export const instapaperCsv = (control: Pick<AccountControl, "bookmarks" | "folders">, tags = true): Effect.Effect<string> =>
  Effect.map(control.bookmarks, (bookmarks) => {
    const nameOf = (folder: string) => ({ unread: "Unread", archive: "Archive" })[folder] ?? control.folders.find(({ id }) => id === folder)?.title ?? folder
    const rows = bookmarks.map((one) => [
      one.url, one.title, one.description, nameOf(one.folder), String(one.time), ...(tags ? [one.tags.length === 0 ? "[]" : JSON.stringify(one.tags)] : [])
    ].map(quoted).join(","))
    return [["URL,Title,Selection,Folder,Timestamp", ...(tags ? ["Tags"] : [])].join(","), ...rows, ""].join("\n")
  })
