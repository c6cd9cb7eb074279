import { feedStoreContract } from "../contract/FeedStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) feedStoreContract(engine.name, newDatabase(engine))
