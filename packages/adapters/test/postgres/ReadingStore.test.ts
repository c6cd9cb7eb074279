import { readingStoreContract } from "../contract/ReadingStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) readingStoreContract(engine.name, newDatabase(engine))
