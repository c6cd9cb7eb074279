import { digestOf } from "../kit/digest.js"
import { idOf, passagesOf } from "../kit/saves/apiRows.js"
import { isYes, namesIn } from "../kit/saves/rows.js"
import { type SaveValues, writtenInstant } from "../kit/saves/saveFile.js"
import { type Fields, fieldsOf, listOf, numberOf, textOf } from "../kit/jsonValues.js"

/**
 * An entry. wallabag archives what was read, and since version 2.4 it knows when:
 *
 *   {"id":41,"title":"On tides","url":"https://example.org/tides","is_archived":1,"is_starred":0,
 *    "created_at":"2025-03-10T20:00:00+0000","archived_at":"2025-03-10T21:10:00+0000","tags":["sea"],
 *    "annotations":[{"id":5,"text":"yes","quote":"Slow water keeps.","ranges":[{"startOffset":"0"}]}]}
 *
 * Its export leaves out id and time of an annotation: then its words name it, and the time is that of saving. An entry
 * with annotations lists all of them.
 */
export const entryOf = (fields: Fields): SaveValues & { readonly id: string | null } => {
  const isArchived = isYes(fields["is_archived"])
  const readAt = isArchived ? writtenInstant(textOf(fields["archived_at"])) : null
  const savedAt = writtenInstant(textOf(fields["created_at"]))
  return {
    id: idOf(fields["id"]),
    url: textOf(fields["url"]),
    title: textOf(fields["title"]),
    archived: isArchived,
    starred: isYes(fields["is_starred"]),
    progress: readAt === null ? null : 1,
    progressAt: readAt,
    isArchiveRead: true,
    savedAt,
    tags: namesIn(fields["tags"], "label", "slug"),
    isWhole: listOf(fields["annotations"]).length > 0,
    passages: passagesOf(fields["annotations"], (annotation) => ({
      id: idOf(annotation["id"]) ?? wordsId(fields["id"], annotation),
      text: textOf(annotation["quote"]),
      note: textOf(annotation["text"]),
      position: numberOf(fieldsOf(listOf(annotation["ranges"])[0])?.["startOffset"]),
      createdAt: writtenInstant(textOf(annotation["created_at"])) ?? savedAt
    }))
  }
}

/** Names an annotation by its entry, its words and where they are. */
const wordsId = (entry: unknown, { quote, ranges }: Fields): string =>
  digestOf(idOf(entry) ?? "", textOf(quote) ?? "", JSON.stringify(ranges ?? null))
