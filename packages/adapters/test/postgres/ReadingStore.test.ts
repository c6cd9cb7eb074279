import { readingStoreContract } from "../contract/ReadingStore.js"
import { newDatabase } from "../support/database.js"

readingStoreContract(newDatabase())
