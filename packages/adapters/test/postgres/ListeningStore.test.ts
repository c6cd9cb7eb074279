import { listeningStoreContract } from "../contract/ListeningStore.js"
import { newDatabase } from "../support/database.js"

listeningStoreContract(newDatabase())
