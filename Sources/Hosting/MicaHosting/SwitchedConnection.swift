import MicaWire
import Synchronization

/// A client's end that goes to one server now and to another later: to that of its own process, say, where the one it had does not
/// come back.
package final class SwitchedConnection: Connection {
    private let current: Mutex<any Connection>

    /// Makes an end that goes to a server.
    package init(_ connection: any Connection) { current = Mutex(connection) }

    /// Goes to another server from now on; what the one before has said and was not heard is lost, and the new one knows nothing.
    package func change(to connection: any Connection) { current.withLock { $0 = connection } }

    package func send(_ message: ClientMessage) throws(WireError) {
        let connection = current.withLock { $0 }
        try connection.send(message)
    }

    package func receive(into messages: inout [ServerMessage]) {
        let connection = current.withLock { $0 }
        connection.receive(into: &messages)
    }
}
