import Foundation
import MicaSocket
import MicaWire
import QuartzCore

/// A layer tree of this program that another program shows inside its own.
///
///     let client = CARemoteLayerClient(serverPort: receive())
///     client.layer = root
///     send(client.clientId)
///
/// The tree is live: the run loop of the thread that made the client commits transactions, and animations run in the
/// render server while the program is busy. The tree ends with this object, or with the program. See
/// docs/remote-layers.md. *Source*: Apple, CARemoteLayerClient.h.
///
/// It belongs to the thread that made it, whose run loop has to run.
open class CARemoteLayerClient: NSObject {
    private let export: RemoteExport

    /// Makes a client without a layer.
    ///
    /// - Parameter port: the `serverPort` of the program that will show the tree.
    public init(serverPort port: mach_port_t) {
        export = RemoteExport(port: port, link: RemoteExport.link())
        super.init()
    }

    /// Makes a client with a link to a server; with nil, the tree is shown within this process.
    package init(serverPort port: mach_port_t, link: ServerLink?) {
        export = RemoteExport(port: port, link: link)
        super.init()
    }

    deinit { export.close() }

    /// Ends the client: the tree is no longer shown, and its layer may be used elsewhere.
    open func invalidate() { export.close() }

    /// The number for the other program's `CALayer(remoteClientId:)`; random, never 0.
    open var clientId: UInt32 { export.id.rawValue }

    /// The root of the tree; nil by default.
    ///
    /// It lies in the space of the layer that shows it, like a sublayer.
    ///
    /// - Precondition: it has no superlayer, and no window shows it.
    open var layer: CALayer? {
        get { export.layer }
        set { export.show(newValue) }
    }
}
