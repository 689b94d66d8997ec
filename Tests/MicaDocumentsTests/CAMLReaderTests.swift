import Foundation
import Mica
import Testing

@testable import MicaDocuments

/// What markup means.
@Suite struct CAMLReaderTests {
    private func read(_ inner: String) throws -> CAMLDocument {
        try readCAML(
            Array("<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">\(inner)</caml>".utf8), file: "main.caml")
    }

    @Test func layers_have_their_properties_in_order() throws {
        let document = try read(
            """
            <CALayer id="#1" bounds="0 0 10 20" transform="rotate(90deg)" transform.rotation.z="1" hidden="0" contentsFormat="RGBA8">
              <backgroundColor opacity="0.5" value="1 0 0"/>
              <contents type="CGImage" src="assets/a.png"/>
              <sublayers><CALayer name="in"><contents><CGImage src="b.png"/></contents></CALayer></sublayers>
            </CALayer>
            """)
        let root = try #require(document.root)
        #expect(document.warnings == [])
        #expect(root.identifier == "#1")
        #expect(
            root.properties.map(\.keyPath) == [
                "bounds", "transform", "transform.rotation.z", "hidden", "backgroundColor", "contents",
            ])
        #expect(root.value("transform.rotation.z") == .number(1))
        #expect(root.value("hidden") == .boolean(false))
        #expect(root.value("backgroundColor") == .color(DocumentColor(red: 1, green: 0, blue: 0, alpha: 0.5)))
        guard case .image(let image)? = root.value("contents"),
            case .image(let inner)? = root.sublayers.first?.value("contents")
        else {
            Issue.record("no images")
            return
        }
        #expect(image.source == "assets/a.png")
        #expect(image.location.line == 3)
        #expect(inner.source == "b.png")
    }

    @Test func behaviors_of_emitters_are_read() throws {
        let document = try read(
            """
            <CAEmitterLayer><emitterBehaviors>
            <CAEmitterBehavior behavior="attractor" name="a" radius="50" position="3 4" zPosition="5" stiffness="2" falloff="inf"/>
            <CAEmitterBehavior behavior="attractor" stiffness="0" attractorType="radial"/>
            <CAEmitterBehavior behavior="wave" force="1 2 3" frequency="4" enabled="0"/>
            <CAEmitterBehavior behavior="drag" drag="2"/>
            <CAEmitterBehavior behavior="attractor" stiffness="1" attractorType="planar"/>
            <CAEmitterBehavior behavior="color-over-life"/>
            </emitterBehaviors></CAEmitterLayer>
            """)
        var wave = EmitterBehavior.wave(x: 1, y: 2, z: 3, frequency: 4)
        wave.isEnabled = false
        // A falloff without end is the nearest one.
        let attractor = EmitterBehavior.attractor(x: 3, y: 4, z: 5, radius: 50, stiffness: 2, falloff: .infinity)
        #expect(document.root?.value("emitterBehaviors") == .behaviors([attractor, wave, .drag(2)]))
        #expect(document.warnings.count == 2)
        let empty = try read("<CAEmitterLayer><emitterBehaviors><CALayer/></emitterBehaviors></CAEmitterLayer>")
        #expect(empty.root?.value("emitterBehaviors") == .behaviors([]) && empty.warnings.count == 1)
    }

    @Test func animations_have_either_form_and_a_key() throws {
        let document = try read(
            """
            <CALayer><animations>
            <animation type="CAKeyframeAnimation" keyPath="position" beginTime="1e-100" repeatCount="inf" calculationMode="linear">
              <values><CGPoint value="1 2"/><CGPoint value="3 4"/></values><keyTimes><integer value="0"/><real value="1"/></keyTimes>
            </animation>
            <spin type="CAAnimationGroup" duration="8" timingFunction="easeInEaseOut"><animations>
              <CABasicAnimation keyPath="transform.rotation.x"><fromValue type="integer" value="0"/><toValue type="real" value="6.28"/></CABasicAnimation>
            </animations></spin>
            <CASpringAnimation keyPath="opacity" damping="5" velocity="2"/>
            </animations></CALayer>
            """)
        let animations = try #require(document.root?.animations)
        #expect(document.warnings == [])
        #expect(animations.map(\.key) == ["position", "spin", "opacity"])
        #expect(animations.map(\.className) == ["CAKeyframeAnimation", "CAAnimationGroup", "CASpringAnimation"])
        #expect(
            animations.first?.value("values") == .array([.point(CGPoint(x: 1, y: 2)), .point(CGPoint(x: 3, y: 4))]))
        #expect(animations.first?.value("keyTimes") == .array([.integer(0), .number(1)]))
        #expect(animations.first?.value("repeatCount") == .number(.infinity))
        #expect(animations[1].animations.first?.value("toValue") == .number(6.28))
        #expect(animations[1].animations.first?.keyPath == "transform.rotation.x")
    }

    private let states = """
        <CALayer id="#1" bounds="0 0 1 1"><sublayers><CALayer id="#2"/></sublayers>
        <states>
          <LKState name="Locked"><elements>
            <LKStateSetValue final="false" targetId="#2" keyPath="position.x"><value type="integer" value="5"/></LKStateSetValue>
            <LKStateSetValue targetId="#1" keyPath="transform"><value type="CATransform3D" value=""/></LKStateSetValue>
          </elements></LKState>
          <LKState name="Sleep" basedOn="Locked"><elements>
            <LKStateSetValue targetId="#2" keyPath="backgroundColor"><value type="CGColor" opacity="0" value="0 0 0"/></LKStateSetValue>
          </elements></LKState>
          <LKState name="Loop" basedOn="Loop"><elements/></LKState>
        </states>
        <stateTransitions>
          <LKStateTransition fromState="*" toState="Sleep"><elements>
            <LKStateTransitionElement id="#9" key="position.x" targetId="#2"><animation type="CASpringAnimation" damping="50" keyPath="position.x" duration="0.8" fillMode="backwards"/></LKStateTransitionElement>
          </elements></LKStateTransition>
          <LKStateTransition fromState="Sleep" toState="*"><elements><LKStateTransitionElement object="#9"/></elements></LKStateTransition>
        </stateTransitions></CALayer>
        """

    @Test func states_start_from_what_they_are_based_on() throws {
        let document = try read(states)
        let root = try #require(document.root)
        #expect(document.warnings == [])
        #expect(root.stateNames == ["Locked", "Sleep", "Loop"])
        #expect(root.values(ofState: "Sleep")?.map(\.keyPath) == ["position.x", "transform", "backgroundColor"])
        #expect(root.values(ofState: "Locked")?.map(\.value) == [.integer(5), .transform([])])
        #expect(root.values(ofState: "Loop") == [])
        #expect(root.values(ofState: "Away") == nil)
    }

    @Test func transitions_are_found_by_what_they_name() throws {
        let root = try #require(try read(states).root)
        #expect(root.transition(from: "Locked", to: "Sleep")?.fromState == "*")
        #expect(root.transition(from: "Sleep", to: "Locked")?.toState == "*")
        #expect(root.transition(from: "Locked", to: "Unlock") == nil)
        #expect(
            root.transition(from: "Sleep", to: "Locked")?.elements
                == root.transition(from: "Locked", to: "Sleep")?.elements)
    }

    @Test func layers_that_are_not_drawn_are_one_warning_each() throws {
        let document = try read(
            """
            <CALayer><sublayers>
            <CAMetalLayer id="#1" framebufferOnly="1"><colorspace/>
              <sublayers><CAMetalLayer id="#2"/><CALayer id="#3"/></sublayers></CAMetalLayer>
            <CALayer/></sublayers>
            <states><LKState name="A"><elements>
              <LKStateSetValue targetId="#1" keyPath="birthRate"><value type="integer" value="2"/></LKStateSetValue>
              <LKStateSetValue targetId="#3" keyPath="opacity"><value type="real" value="1"/></LKStateSetValue>
            </elements></LKState></states></CALayer>
            """)
        #expect(document.root?.sublayers.count == 1)
        #expect(
            document.warnings.map(\.description) == [
                "main.caml:2:1: warning: CAMetalLayer is not drawn yet; it and its sublayers are left out",
                "main.caml:3:14: warning: CAMetalLayer is not drawn yet; it and its sublayers are left out",
            ])
    }

    @Test func what_is_not_known_is_a_warning_with_its_place() throws {
        let document = try read(
            """
            <CALayer wobble="1" bounds="1 2">
            <bubbles/>
            <animations><shake type="CAShake"/></animations>
            <states><LKState name="A"><elements><LKStateSetValue targetId="gone" keyPath="opacity"><value type="real" value="x"/></LKStateSetValue>
            <LKStateSetValue targetId="gone" keyPath="position.q"/><LKStateSetValue targetId="gone" keyPath="position.x"/></elements></LKState></states>
            </CALayer><CALayer/><other/>
            """)
        #expect(
            document.warnings.map { "\($0.location.line):\($0.location.column) \($0.message)" } == [
                "1:63 the attribute \"wobble\" of CALayer is not known and has no effect",
                "1:74 \"1 2\" is no value for \"bounds\"",
                "2:1 <bubbles> in CALayer is not known and has no effect",
                "3:13 CAShake is no animation that is known, and is left out",
                "4:88 \"x\" is no value for <value>",
                "5:1 the key path \"position.q\" is not known and has no effect",
                "6:11 a second root layer is left out",
                "6:21 <other> is not known here and is left out",
                "5:56 no layer has the identifier \"gone\"",
            ])
    }

    @Test func masks_are_layers() throws {
        let document = try read("<CALayer><mask bounds=\"0 0 2 2\" cornerRadius=\"1\"/></CALayer>")
        guard case .layer(let mask)? = document.root?.value("mask") else {
            Issue.record("no mask")
            return
        }
        #expect(mask.className == "CALayer")
        #expect(mask.value("cornerRadius") == .number(1))
    }

    @Test func references_do_not_multiply_work() {
        var text = "<CALayer><animations>"
        text +=
            "<a id=\"x\" type=\"CAAnimationGroup\"><animations>" + String(repeating: "<b object=\"y\"/>", count: 400)
            + "</animations></a>"
        text +=
            "<c id=\"y\" type=\"CAAnimationGroup\"><animations>" + String(repeating: "<d object=\"x\"/>", count: 400)
            + "</animations></c>"
        text += "</animations></CALayer>"
        #expect(throws: DocumentError.self) { try read(text) }
    }

    @Test func other_roots_are_no_documents() {
        #expect(
            throws: DocumentError(
                .unknownDocument, at: DocumentLocation(file: "f", line: 1, column: 1),
                reason: "the root element is <html>, not <caml>")
        ) {
            try readCAML(Array("<html/>".utf8), file: "f")
        }
    }
}
