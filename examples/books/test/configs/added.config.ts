import { defineConfig } from "@daybook/cli/config"
import { domain, record, text } from "@daybook/core/domain"
import { books } from "../../books.js"

const { book, ...others } = books.records

/** The next version of the domain: books have a place in the shelves. */
const next = domain({
  ...{ name: books.name, title: books.title },
  records: {
    book: record({ key: ["work"], fields: { ...book.fields, place: text({ nullable: true, facet: true }) } }),
    ...others
  }
})

export default defineConfig({ domains: [next] })
