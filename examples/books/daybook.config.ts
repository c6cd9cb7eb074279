import { defineConfig } from "@daybook/cli/config"
import { books } from "./books.js"
import { bookshelf } from "./bookshelf.js"

export default defineConfig({ domains: [books], sources: [bookshelf] })
