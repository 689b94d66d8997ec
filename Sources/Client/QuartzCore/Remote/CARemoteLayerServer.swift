import Foundation
import MicaServer
import MicaSocket
import MicaWire

/// A Mach port's name. Linux has no such ports; here it is the number of a program, under which others hand their layers to it.
///
/// *Source*: Apple, mach/port.h: an unsigned integer of 32 bits.
public typealias mach_port_t = UInt32

/// Where other programs bring their layer trees, so that this one shows them.
///
///     send(CARemoteLayerServer.shared().serverPort)   // to the other program, by whatever way there is
///     let id = receive()                              // the clientId of its CARemoteLayerClient
///     window.layer.addSublayer(CALayer(remoteClientId: id))
///
/// Both programs have to be with one render server (`mica serve`), or be one program; see docs/remote-layers.md. *Source*: Apple,
/// CARemoteLayerServer.h.
// Safe because: it has nothing that could change.
open class CARemoteLayerServer: NSObject, @unchecked Sendable {
    private static let one = CARemoteLayerServer()

    /// The program's only one.
    open class func shared() -> CARemoteLayerServer {
        RemoteExport.prepare()
        return one
    }

    /// What another program makes its `CARemoteLayerClient` with. It is drawn at random, and the same as long as the program runs, whatever
    /// becomes of the render server.
    open var serverPort: mach_port_t { ProcessLink.port }
}

extension CALayer {
    /// Makes a layer that shows the root layer of another program's `CARemoteLayerClient`, as one more sublayer in front of its own.
    ///
    /// Where nobody has the number, or it was not made for this program's port, the layer shows nothing more than any other; what has the
    /// number later is shown then. One tree is shown once within another: of several layers with one number the first that was made.
    ///
    /// - Parameter client_id: the other's `clientId`.
    /// *Source*: Apple, CARemoteLayerServer.h: `layerWithRemoteClientId:`.
    public convenience init(remoteClientId client_id: UInt32) {
        self.init()
        RemoteExport.prepare()
        links.remote = RemoteID(rawValue: client_id)
    }
}
