import { collectingStoreContract } from "../contract/CollectingStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) collectingStoreContract(engine.name, newDatabase(engine))
