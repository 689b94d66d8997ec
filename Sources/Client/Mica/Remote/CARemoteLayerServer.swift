import Foundation
import MicaSocket
import MicaWire
import QuartzCore

/// The name of a Mach port. Linux has no such ports: here it is the number of a program to which others hand layers.
///
/// *Source*: Apple, mach/port.h: an unsigned integer of 32 bits.
public typealias mach_port_t = UInt32

/// Receives the layer trees of other programs, so that this program can show them.
///
///     send(CARemoteLayerServer.shared().serverPort)   // to the other program, by whatever way there is
///     let id = receive()                              // the clientId of its CARemoteLayerClient
///     window.layer.addSublayer(CALayer(remoteClientId: id))
///
/// Both programs must use the same render server (`mica serve`), or be one program; see docs/remote-layers.md.
/// *Source*: Apple, CARemoteLayerServer.h.
// Safe because: it has no mutable state.
open class CARemoteLayerServer: NSObject, @unchecked Sendable {
    private static let one = CARemoteLayerServer()

    /// The only server of the program.
    open class func shared() -> CARemoteLayerServer {
        RemoteExport.prepare()
        return one
    }

    /// The number from which other programs make a `CARemoteLayerClient`. It is random and stays the same while the
    /// program runs, even if the render server restarts.
    open var serverPort: mach_port_t { ProcessLink.port }
}

extension CALayer {
    /// Makes a layer that shows the root layer of another program's `CARemoteLayerClient`, in front of its own
    /// sublayers.
    ///
    /// If no client has the number, or the client was made for another port, the layer shows nothing extra; a client
    /// that gets the number later is then shown. A tree is shown once within another: of several layers with one
    /// number, by the first.
    ///
    /// *Source*: Apple, CARemoteLayerServer.h: `layerWithRemoteClientId:`.
    ///
    /// - Parameter client_id: the `clientId` of the client.
    public convenience init(remoteClientId client_id: UInt32) {
        self.init()
        RemoteExport.prepare()
        links.remote = RemoteID(rawValue: client_id)
    }
}
