import { listeningStoreContract } from "../contract/ListeningStore.js"
import { engines, newDatabase } from "../support/database.js"

for (const engine of engines) listeningStoreContract(engine.name, newDatabase(engine))
