import MicaPort
import Testing

@Suite struct ObjectTests {
    @Test func numbers_and_values_of_any_object() {
        #expect(
            port("let a = (b[0] as AnyObject).doubleValue ?? 0.5") == "let a = (b[0] as? NSNumber)?.doubleValue ?? 0.5")
        #expect(port("let y = (b as AnyObject).cgPointValue.y") == "let y = (b as? NSValue)!.cgPointValue.y")
        #expect(port("if let a = (b as AnyObject).intValue {}") == "if let a = (b as? NSNumber)?.intValue {}")
        #expect(port("f((b as AnyObject).boolValue)") == "f((b as? NSNumber)!.boolValue)")
        #expect(
            port("let a = (b as AnyObject?)?.cgRectValue.width") == "let a = (b as? NSValue)?.cgRectValue.width")
        #expect(port("let a: Int = (b as! AnyObject).intValue") == "let a: Int = (b as! NSNumber).intValue")
        #expect(port("let a = (b as AnyObject).title") == "let a = (b as AnyObject).title")
    }

    @Test func overrides_of_methods_that_every_object_has() {
        let observe =
            "func observeValue(forKeyPath k: String?, of o: Any?, change: [A: Any]?, context: P?)"
        #expect(
            port(
                "class A: NSObject, B { override \(observe) { if c { return }; super.observeValue(forKeyPath: k, of: o, change: change, context: context) } }"
            ) == "class A: NSObject, B, KeyValueObserver {          \(observe) { if c { return }; () } }")
        #expect(
            port("class A: NSObject { override func awakeFromNib() { super.awakeFromNib() } }")
                == "class A: NSObject { func awakeFromNib() { () } }")
        let view =
            "class A: UIView { override func prepareForInterfaceBuilder() { super.prepareForInterfaceBuilder() } }"
        #expect(port(view) == view)
        let texts = ported([
            "class A: NSObject { func awakeFromNib() {} }", "class B: A { override func awakeFromNib() {} }",
        ])
        #expect(texts[1] == "class B: A { override func awakeFromNib() {} }")
    }

    @Test func optional_methods_of_an_object_without_a_protocol() {
        let source =
            "@objc protocol P { @objc optional func f(_ a: Int) }\nclass A { weak var delegate: AnyObject?; func g() { self.delegate?.f?(1) } }"
        #expect(port(source).text.contains("(try? (self.delegate as? any P)?.f(1))"))
    }

    @Test func a_class_by_its_metatype_and_functions_of_Core_Foundation() {
        #expect(port("let a = [CALayer.self.description(): 1]") == "let a = [String(reflecting: CALayer.self): 1]")
        #expect(port("import UIKit\nlet a = CoreFoundation.sqrt(5.0)") == "import UIKit\nlet a = Foundation.sqrt(5.0)")
    }

    @Test func a_source_that_names_types_of_OpenGL_ES_imports_it() {
        #expect(port("import UIKit\nlet a: GLuint = 0") == "import UIKit; import OpenGLES\nlet a: GLuint = 0")
        let own = "import UIKit\nstruct GLuint {}\nlet a = GLuint()"
        #expect(port(own) == own)
    }
}
