import MicaWire
import Synchronization

/// A client's end of a connection that can change its server, for example to one in its own process when the first does
/// not come back.
package final class SwitchedConnection: Connection {
    private let current: Mutex<any Connection>

    /// Makes an end that is connected to a server.
    package init(_ connection: any Connection) { current = Mutex(connection) }

    /// Changes the server. Messages of the old one that were not received are lost, and the new one has no copy of the
    /// tree.
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
