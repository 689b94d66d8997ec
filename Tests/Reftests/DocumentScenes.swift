import CoreGraphics
import MicaDocuments
import QuartzCore
import ReftestKit
import TestSupport

/// A scene of Core Animation markup: the root layer is as large as the scene, and y points up.
private func document(_ name: String, state: String? = nil, at time: Double = 0, _ inner: String) -> Scene {
    Scene(name, time: time) { root in
        let markup = """
            <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 64 64" position="32 32">\(inner)</CALayer></caml>
            """
        guard let read = try? readCAML(Array(markup.utf8), file: "main.caml"),
            let document = try? Document(read, name: name)
        else { return }
        if let state { document.apply(state: state) }
        root.addSublayer(document.rootLayer)
    }
}

private let square = """
    <sublayers><CALayer id="a" bounds="0 0 16 16" position="16 12" cornerRadius="4" transform.rotation.z="0.5">\
    <backgroundColor value="1 0 0"/>\
    <animations><animation type="CABasicAnimation" keyPath="position.x" beginTime="1" duration="2">\
    <fromValue type="real" value="16"/><toValue type="real" value="48"/></animation></animations></CALayer></sublayers>\
    <states><LKState name="Up"><elements><LKStateSetValue targetId="a" keyPath="position.y">\
    <value type="real" value="40"/></LKStateSetValue></elements></LKState></states>
    """

/// The layer that the markup describes; y from below.
private func expected(_ name: String, _ x: CGFloat, _ y: CGFloat) -> Scene {
    Scene("\(name)-simpler") { root in
        root.add(box(x - 8, 64 - y - 8, 16, 16), Paint.red) {
            $0.cornerRadius = 4
            $0.transform = CATransform3DMakeRotation(-0.5, 0, 0, 1)
        }
    }
}

/// One of the project's documents, in a state at a time.
private func own(
    _ file: String, state: String? = nil, at time: Double, size: CGSize = CGSize(width: 320, height: 240)
) -> Reftest {
    let name = "document-\(file.prefix { $0 != "." })" + (state.map { "-\($0.lowercased())" } ?? "")
    let scene = Scene(name, size: size, time: time) { root in
        guard let document = try? Document.load(Project.document(file)) else { return }
        if let state { document.apply(state: state) }
        root.addSublayer(document.rootLayer)
    }
    return Reftest(scene, .golden)
}

/// Pictures of the project's documents that were looked at. MicaDocumentsTests tests their layers.
let ownDocumentReftests: [Reftest] = [
    own("bell.caml", state: "Night", at: 0.4),
    own("cube.caml", at: 0.7),
    own("cube.caml", state: "Apart", at: 2.3),
    own("fountain.ca", at: 1),
    own("garden.tendies", state: "Unlock", at: 0.5, size: CGSize(width: 390, height: 844)),
    own("poster.caml", at: 0.7),
    own("ripples.caml", at: 0.7),
    own("window.ca", at: 0.7),
    own("badge.json", at: 1),
    own("orbit.json", at: 0.6),
]

/// Documents beside the same layers made by code.
let documentReftests: [Reftest] = [
    Reftest(document("document-base", square), .same(expected("document-base", 16, 12))),
    Reftest(document("document-state", state: "Up", square), .same(expected("document-state", 16, 40))),
    Reftest(document("document-animation", at: 2, square), .same(expected("document-animation", 32, 12))),
    Reftest(document("document-after-animation", at: 4, square), .same(expected("document-after-animation", 16, 12))),
]
