import Foundation
import MicaSocket
import MicaWire

/// A layer tree of this program that another one shows within its own.
///
///     let client = CARemoteLayerClient(serverPort: receive())
///     client.layer = root
///     send(client.clientId)
///
/// The tree is live: transactions are committed by the run loop of the thread that made the client, and animations go on in the render server
/// while the program is busy. It ends with this object, or with the program. See docs/remote-layers.md. *Source*: Apple,
/// CARemoteLayerClient.h.
///
/// It belongs to the thread that made it, whose run loop has to run.
open class CARemoteLayerClient: NSObject {
    private let export: RemoteExport

    /// Makes a client without a layer.
    ///
    /// - Parameter port: the `serverPort` of the program that is to show the tree.
    public init(serverPort port: mach_port_t) {
        export = RemoteExport(port: port, link: RemoteExport.link())
        super.init()
    }

    /// Makes the client of a way to a server; nil shows the tree within this process.
    package init(serverPort port: mach_port_t, link: ServerLink?) {
        export = RemoteExport(port: port, link: link)
        super.init()
    }

    deinit { export.close() }

    /// Ends it: nothing is shown of it any more, and its layer is free.
    open func invalidate() { export.close() }

    /// What the other program makes its `CALayer(remoteClientId:)` with: drawn at random, never 0.
    open var clientId: UInt32 { export.id.rawValue }

    /// The root of the tree; nil unless set.
    ///
    /// It lies in the space of the layer that shows it, as a sublayer does.
    ///
    /// - Precondition: it has no superlayer, and no window shows it.
    open var layer: CALayer? {
        get { export.layer }
        set { export.show(newValue) }
    }
}
