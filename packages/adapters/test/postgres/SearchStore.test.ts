import { searchStoreContract } from "../contract/SearchStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) searchStoreContract(engine.name, newDatabase(engine))
