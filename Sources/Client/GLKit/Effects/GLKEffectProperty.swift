import Foundation
import OpenGLES

/// Part of what an effect draws with. *Source*: Apple, GLKEffectProperty.h.
open class GLKEffectProperty: NSObject {}

/// Which attribute of a vertex is which, for `glVertexAttribPointer`. *Source*: Apple, GLKEffects.h.
public enum GLKVertexAttrib: GLint, Sendable {
    /// Where the vertex is.
    case position = 0
    /// The direction away from the surface.
    case normal = 1
    /// The vertex's colour.
    case color = 2
    /// The place in the first texture.
    case texCoord0 = 3
    /// The place in the second texture.
    case texCoord1 = 4
}

/// An effect that can be asked to be used by what is drawn next. *Source*: Apple, GLKNamedEffect.h.
public protocol GLKNamedEffect: AnyObject {
    /// Makes OpenGL draw with the effect as its properties are now.
    func prepareToDraw()
}

/// How vertices are placed. *Source*: Apple, GLKEffectPropertyTransform.h.
open class GLKEffectPropertyTransform: GLKEffectProperty {
    /// From the model's space to the eye's; the identity at first.
    open var modelviewMatrix = GLKMatrix4Identity
    /// From the eye's space to clip space; the identity at first.
    open var projectionMatrix = GLKMatrix4Identity
    /// From the model's directions to the eye's: the inverse of the model-view's upper left, rows and columns exchanged.
    open var normalMatrix: GLKMatrix3 {
        GLKMatrix3InvertAndTranspose(GLKMatrix4GetMatrix3(modelviewMatrix), nil)
    }
}

/// Where light is worked out. *Source*: Apple, GLKEffectPropertyLight.h.
public enum GLKLightingType: GLint, Sendable {
    /// At each vertex; what is between is mixed.
    case perVertex = 0
    /// At each pixel, with the directions mixed.
    case perPixel = 1
}

/// One light: a lamp, a direction, or a spot. Colours are not premultiplied.
///
/// `position` and `spotDirection` are taken through `transform`'s model-view matrix when they are set, as OpenGL ES 1.1 has it: set the
/// matrix first. *Source*: Apple, GLKEffectPropertyLight.h (defaults there; a light of a `GLKBaseEffect` is disabled at first).
open class GLKEffectPropertyLight: GLKEffectProperty {
    /// Whether it shines; true at first, but for those of an effect.
    open var enabled = GLboolean(GL_TRUE)
    /// Where it is; with 0 as the fourth number, from where its rays come. (0, 0, 1, 0) at first.
    open var position = GLKVector4(v: (0, 0, 1, 0)) {
        didSet { eyePosition = GLKMatrix4MultiplyVector4(transform.modelviewMatrix, position) }
    }
    /// What it adds everywhere; black at first.
    open var ambientColor = GLKVector4(v: (0, 0, 0, 1))
    /// What it adds to what is turned to it; white at first.
    open var diffuseColor = GLKVector4(v: (1, 1, 1, 1))
    /// What it adds where it is mirrored; white at first.
    open var specularColor = GLKVector4(v: (1, 1, 1, 1))
    /// Where a spot points; (0, 0, -1) at first.
    open var spotDirection = GLKVector3(v: (0, 0, -1)) {
        didSet { eyeDirection = GLKMatrix4MultiplyVector3(transform.modelviewMatrix, spotDirection) }
    }
    /// How much a spot is brighter in its middle, 0...128; 0 at first, evenly bright.
    open var spotExponent: GLfloat = 0
    /// The angle from a spot's middle to its edge, 0...90 degrees; 180, the first value, is no spot.
    open var spotCutoff: GLfloat = 180
    /// What the distance lowers the light by: one over this, plus the next times the distance, plus the last times its square.
    open var constantAttenuation: GLfloat = 1
    /// See `constantAttenuation`.
    open var linearAttenuation: GLfloat = 0
    /// See `constantAttenuation`.
    open var quadraticAttenuation: GLfloat = 0
    /// What position and direction are taken through when they are set; that of the effect, for an effect's light.
    open var transform = GLKEffectPropertyTransform()

    var eyePosition = GLKVector4(v: (0, 0, 1, 0))
    var eyeDirection = GLKVector3(v: (0, 0, -1))
}

/// What surfaces do with light. *Source*: Apple, GLKEffectPropertyMaterial.h; the values of OpenGL ES 1.1.
open class GLKEffectPropertyMaterial: GLKEffectProperty {
    /// How much of the ambient light it gives back; 0.2 at first.
    open var ambientColor = GLKVector4(v: (0.2, 0.2, 0.2, 1))
    /// How much of the diffuse light it gives back; 0.8 at first. Its alpha is the surface's.
    open var diffuseColor = GLKVector4(v: (0.8, 0.8, 0.8, 1))
    /// How much it mirrors; black at first.
    open var specularColor = GLKVector4(v: (0, 0, 0, 1))
    /// What it shines by itself; black at first.
    open var emissiveColor = GLKVector4(v: (0, 0, 0, 1))
    /// How small its highlights are, 0...128; 0 at first.
    open var shininess: GLfloat = 0
}

/// What kind of texture there is. *Source*: Apple, GLKEffectPropertyTexture.h.
public enum GLKTextureTarget: GLenum, Sendable {
    /// A picture.
    case target2D = 0x0DE1
    /// Six pictures around a point. `GLKBaseEffect` draws without a texture of this kind.
    case targetCubeMap = 0x8513
    /// How many kinds there are.
    case targetCt = 2
}

/// How a texture's colour meets the one before. *Source*: Apple, GLKEffectPropertyTexture.h; glTexEnv.
public enum GLKTextureEnvMode: GLint, Sendable {
    /// The texture's colour and alpha alone.
    case replace = 0
    /// The product of both.
    case modulate = 1
    /// The texture over what was there, by its alpha.
    case decal = 2
}

/// One texture of an effect. *Source*: Apple, GLKEffectPropertyTexture.h.
open class GLKEffectPropertyTexture: GLKEffectProperty {
    /// Whether it is drawn; true at first, but for those of an effect.
    open var enabled = GLboolean(GL_TRUE)
    /// Which texture of OpenGL's; 0, none, at first.
    open var name: GLuint = 0
    /// What kind it is; a picture at first.
    open var target = GLKTextureTarget.target2D
    /// How it meets the colour before; `modulate` at first.
    open var envMode = GLKTextureEnvMode.modulate
}

/// How fog grows with the distance. *Source*: Apple, GLKEffectPropertyFog.h.
public enum GLKFogMode: GLint, Sendable {
    /// What is seen falls as e to the minus density times distance.
    case exp = 0
    /// It falls as e to the minus square of that.
    case exp2 = 1
    /// It falls from `start` to `end`.
    case linear = 2
}

/// Fog before what is far. *Source*: Apple, GLKEffectPropertyFog.h.
open class GLKEffectPropertyFog: GLKEffectProperty {
    /// Whether there is any; false at first.
    open var enabled = GLboolean(GL_FALSE)
    /// A `GLKFogMode`'s raw value; `exp` at first, as for a value that is none.
    open var mode = GLKFogMode.exp.rawValue
    /// The fog's colour; transparent black at first. Its alpha is not used.
    open var color = GLKVector4()
    /// How thick it is, 0 or more; 1 at first.
    open var density: GLfloat = 1
    /// At which distance linear fog begins; 0 at first.
    open var start: GLfloat = 0
    /// At which distance nothing else is seen in linear fog; 1 at first.
    open var end: GLfloat = 1
}
