import { defineConfig } from "@daybook/cli/config"
import { domain, integer, record } from "@daybook/core/domain"
import { books } from "../../books.js"

const { book, ...others } = books.records

/** A version that would lose the authors: they are texts. */
const next = domain({
  ...{ name: books.name, title: books.title },
  records: {
    book: record({ key: ["work"], fields: { ...book.fields, author: integer({ nullable: true }) } }),
    ...others
  }
})

export default defineConfig({ domains: [next] })
