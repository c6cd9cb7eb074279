import { watchingStoreContract } from "../contract/WatchingStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) watchingStoreContract(engine.name, newDatabase(engine))
